-- Questions that steps of compositions ask people.
CREATE TABLE "questions" (
  "id" UUID NOT NULL,
  "organisation_id" UUID NOT NULL,
  "principal_id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "work_id" TEXT NOT NULL,
  "step" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "schema" JSON NOT NULL,
  "asked_of" UUID,
  "status" TEXT NOT NULL,
  "asked_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "closed_at" TIMESTAMPTZ(3),
  "answered_by" UUID,
  "answer" JSON,

  CONSTRAINT "questions_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "questions_principal_id_key_key" ON "questions"("principal_id", "key");
CREATE INDEX "questions_organisation_id_asked_at_id_idx" ON "questions"("organisation_id", "asked_at" DESC, "id" DESC);
CREATE INDEX "questions_asked_of_idx" ON "questions"("asked_of");

ALTER TABLE "questions" ADD CONSTRAINT "questions_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "questions" ADD CONSTRAINT "questions_principal_id_fkey" FOREIGN KEY ("principal_id") REFERENCES "principals"("id") ON DELETE CASCADE ON UPDATE CASCADE;
