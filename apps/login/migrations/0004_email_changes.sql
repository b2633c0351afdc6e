ALTER TABLE "login_txns" ADD COLUMN "allowed_by" text;--> statement-breakpoint
ALTER TABLE "email_undos" ADD COLUMN "subject" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_undos" ADD COLUMN "subject_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "email_undos_subject" ON "email_undos" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "email_undos_user" ON "email_undos" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "email_undos" DROP COLUMN "next_subject";