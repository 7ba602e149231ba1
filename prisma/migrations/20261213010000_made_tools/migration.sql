-- Tools that agents made: what was written, how it was validated, and who decided on it.
CREATE TABLE "made_tools" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "principal_id" UUID NOT NULL,
    "template" JSONB NOT NULL,
    "report" JSONB NOT NULL,
    "tool" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "decision" JSONB,
    "promoted_as" TEXT,

    CONSTRAINT "made_tools_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "made_tools_organisation_id_created_at_id_idx" ON "made_tools"("organisation_id", "created_at" DESC, "id" DESC);
CREATE INDEX "made_tools_principal_id_status_idx" ON "made_tools"("principal_id", "status");
CREATE INDEX "made_tools_status_expires_at_idx" ON "made_tools"("status", "expires_at");

ALTER TABLE "made_tools" ADD CONSTRAINT "made_tools_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "made_tools" ADD CONSTRAINT "made_tools_principal_id_fkey" FOREIGN KEY ("principal_id") REFERENCES "principals"("id") ON DELETE CASCADE ON UPDATE CASCADE;
