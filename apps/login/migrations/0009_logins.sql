CREATE TABLE "contact_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"change" text NOT NULL,
	"kid" text NOT NULL,
	"blob" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_undos" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"change" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"identity_id" text NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"email_hmac" text,
	"user_name" text,
	"subject_key" text NOT NULL,
	"email_kid" text NOT NULL,
	"email_blob" text NOT NULL,
	"created_at" bigint NOT NULL,
	"held_until" bigint
);
--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "held_until" bigint;--> statement-breakpoint
ALTER TABLE "social_txns" ADD COLUMN "purpose" text DEFAULT 'login' NOT NULL;--> statement-breakpoint
ALTER TABLE "social_txns" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "awoke_at" bigint;--> statement-breakpoint
CREATE INDEX "contact_changes_kid" ON "contact_changes" USING btree ("kid");--> statement-breakpoint
CREATE INDEX "login_undos_expires" ON "login_undos" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_undos_subject" ON "login_undos" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "login_undos_email" ON "login_undos" USING btree ("email_hmac");--> statement-breakpoint
CREATE INDEX "login_undos_user" ON "login_undos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_undos_kid" ON "login_undos" USING btree ("email_kid");