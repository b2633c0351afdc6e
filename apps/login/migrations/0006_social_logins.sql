CREATE TABLE "social_txns" (
	"txn_id" text PRIMARY KEY NOT NULL,
	"step" text NOT NULL,
	"jkt" text NOT NULL,
	"provider" text NOT NULL,
	"pid" text NOT NULL,
	"org" text NOT NULL,
	"return_to" text,
	"browser" text NOT NULL,
	"browser_hash" text NOT NULL,
	"bound_hash" text,
	"state_hash" text,
	"cookie_hash" text,
	"result_hash" text,
	"kid" text NOT NULL,
	"blob" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "social_txns_state_hash_unique" UNIQUE("state_hash"),
	CONSTRAINT "social_txns_result_hash_unique" UNIQUE("result_hash")
);
--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "email_hmac" text;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "user_name" text;--> statement-breakpoint
ALTER TABLE "login_txns" ADD COLUMN "social" text;--> statement-breakpoint
CREATE INDEX "social_txns_jkt" ON "social_txns" USING btree ("jkt");--> statement-breakpoint
CREATE INDEX "social_txns_expires" ON "social_txns" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identities_email" ON "identities" USING btree ("email_hmac");