CREATE TABLE "b_audit" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"prev_h" text NOT NULL,
	"h" text NOT NULL,
	"event" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "b_challenges" (
	"wallet_id" text NOT NULL,
	"jkt" text NOT NULL,
	"answer_hash" text NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "b_challenges_wallet_id_jkt_pk" PRIMARY KEY("wallet_id","jkt")
);
--> statement-breakpoint
CREATE TABLE "b_evidence" (
	"contact_hmac" text NOT NULL,
	"jkt" text NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "b_evidence_contact_hmac_jkt_pk" PRIMARY KEY("contact_hmac","jkt")
);
--> statement-breakpoint
CREATE TABLE "b_device_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"contact_hmac" text NOT NULL,
	"jkt" text NOT NULL,
	"context" text NOT NULL,
	"number" text NOT NULL,
	"wrong_digits" integer DEFAULT 0 NOT NULL,
	"next_hmac" text,
	"next_kid" text,
	"next_blob" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "b_device_links_link_id_unique" UNIQUE("link_id")
);
--> statement-breakpoint
CREATE TABLE "b_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"at" bigint NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "b_rates" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_keys" (
	"change_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"jkt" text NOT NULL,
	"mode" text NOT NULL,
	"epoch" integer NOT NULL,
	"kid" text NOT NULL,
	"blob" text NOT NULL,
	"created_at" bigint NOT NULL,
	"committed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "b_releases" (
	"rid" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_b" (
	"set_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"kind" text NOT NULL,
	"jkt" text NOT NULL,
	"mode" text NOT NULL,
	"epoch" integer NOT NULL,
	"evm" text NOT NULL,
	"sol" text NOT NULL,
	"kid" text NOT NULL,
	"edk" text NOT NULL,
	"ct" text NOT NULL,
	"change_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"committed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "b_used" (
	"key" text PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "b_users" (
	"user_id" text PRIMARY KEY NOT NULL,
	"evidence" text NOT NULL,
	"contact_hmac" text,
	"contact_kid" text,
	"contact_blob" text,
	"previous_hmac" text,
	"previous_until" bigint,
	"frozen_at" bigint,
	"unfreeze_at" bigint
);
--> statement-breakpoint
CREATE INDEX "recovery_keys_wallet" ON "recovery_keys" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "recovery_keys_kid" ON "recovery_keys" USING btree ("kid");--> statement-breakpoint
CREATE INDEX "b_releases_at" ON "b_releases" USING btree ("at");--> statement-breakpoint
CREATE INDEX "b_releases_user" ON "b_releases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "share_b_wallet" ON "share_b" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "share_b_user" ON "share_b" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "share_b_change" ON "share_b" USING btree ("change_id");--> statement-breakpoint
CREATE INDEX "share_b_kid" ON "share_b" USING btree ("kid");--> statement-breakpoint
CREATE INDEX "b_used_until" ON "b_used" USING btree ("until");--> statement-breakpoint
CREATE INDEX "b_users_contact" ON "b_users" USING btree ("contact_hmac");--> statement-breakpoint
CREATE INDEX "b_users_kid" ON "b_users" USING btree ("contact_kid");