ALTER TABLE "identities" ADD COLUMN "subject_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_undos" DROP COLUMN "subject";