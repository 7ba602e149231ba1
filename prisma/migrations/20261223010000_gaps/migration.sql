-- Searches that no tool answered, without personal data and secrets.
CREATE TABLE "unmet_requests" (
    "id" BIGSERIAL NOT NULL,
    "organisation_id" UUID NOT NULL,
    "principal_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "nearest" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unmet_requests_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "unmet_requests_organisation_id_at_idx" ON "unmet_requests"("organisation_id", "at" DESC);
CREATE INDEX "unmet_requests_at_idx" ON "unmet_requests"("at");

ALTER TABLE "unmet_requests" ADD CONSTRAINT "unmet_requests_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "unmet_requests" ADD CONSTRAINT "unmet_requests_principal_id_fkey" FOREIGN KEY ("principal_id") REFERENCES "principals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which tools callers called one after another, and which arguments came from which earlier call; no values.
CREATE TABLE "traced_calls" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "principal_id" UUID NOT NULL,
    "session" TEXT,
    "tool" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "traced_calls_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "traced_calls_organisation_id_at_idx" ON "traced_calls"("organisation_id", "at" DESC);
CREATE INDEX "traced_calls_at_idx" ON "traced_calls"("at");

ALTER TABLE "traced_calls" ADD CONSTRAINT "traced_calls_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "traced_calls" ADD CONSTRAINT "traced_calls_principal_id_fkey" FOREIGN KEY ("principal_id") REFERENCES "principals"("id") ON DELETE CASCADE ON UPDATE CASCADE;
