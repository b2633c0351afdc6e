CREATE TABLE "audit" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"prev_h" text NOT NULL,
	"h" text NOT NULL,
	"event" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"change_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"jkt" text NOT NULL,
	"wallet_id" text NOT NULL,
	"evm" text NOT NULL,
	"sol" text NOT NULL,
	"fp" text NOT NULL,
	"epoch" integer NOT NULL,
	"base_epoch" integer NOT NULL,
	"mode" text NOT NULL,
	"created_at" bigint NOT NULL,
	"committed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "otps" (
	"txn_id" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hmac" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" bigint NOT NULL,
	"consumed_at" bigint,
	CONSTRAINT "otps_txn_id_purpose_pk" PRIMARY KEY("txn_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"jkt" text NOT NULL,
	"origin" text,
	"browser" text NOT NULL,
	"network_hmac" text NOT NULL,
	"approved_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"email_kid" text NOT NULL,
	"email_blob" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"jkt" text NOT NULL,
	"pid" text,
	"org" text,
	"amr" text NOT NULL,
	"auth_at" bigint NOT NULL,
	"rt_hash" text NOT NULL,
	"spent_hash" text,
	"spent_at" bigint,
	"spent_answer" text,
	"stepped_up_until" bigint,
	"idle_exp" bigint NOT NULL,
	"abs_exp" bigint NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "sessions_rt_hash_unique" UNIQUE("rt_hash")
);
--> statement-breakpoint
CREATE TABLE "share_a" (
	"set_id" text PRIMARY KEY NOT NULL,
	"change_id" text NOT NULL,
	"user_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"kind" text NOT NULL,
	"jkt" text NOT NULL,
	"epoch" integer NOT NULL,
	"kid" text NOT NULL,
	"edk" text NOT NULL,
	"ct" text NOT NULL,
	"created_at" bigint NOT NULL,
	"committed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "spent_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"sid" text NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"jkt" text NOT NULL,
	"pid" text,
	"org" text,
	"amr" text NOT NULL,
	"auth_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_txns" (
	"txn_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"step" text NOT NULL,
	"jkt" text NOT NULL,
	"user_id" text,
	"pid" text,
	"org" text,
	"browser" text NOT NULL,
	"network_hmac" text NOT NULL,
	"email_hmac" text NOT NULL,
	"email_kid" text NOT NULL,
	"email_blob" text NOT NULL,
	"link_id" text,
	"approved_at" bigint,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "login_txns_link_id_unique" UNIQUE("link_id")
);
--> statement-breakpoint
CREATE TABLE "email_undos" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"subject" text NOT NULL,
	"email_kid" text NOT NULL,
	"email_blob" text NOT NULL,
	"next_subject" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used" (
	"key" text PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" text PRIMARY KEY NOT NULL,
	"recovery_mode" text DEFAULT 'auto' NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"frozen_at" bigint,
	"unfreeze_at" bigint,
	"bound_at" bigint
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"wallet_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"evm" text NOT NULL,
	"sol" text NOT NULL,
	"fp" text NOT NULL,
	"epoch" integer NOT NULL,
	"mode" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changes_user" ON "changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "otps_expires" ON "otps" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_user_jkt" ON "devices" USING btree ("user_id","jkt");--> statement-breakpoint
CREATE INDEX "devices_jkt" ON "devices" USING btree ("jkt");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identities_kid" ON "identities" USING btree ("email_kid");--> statement-breakpoint
CREATE INDEX "sessions_jkt" ON "sessions" USING btree ("jkt");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_spent" ON "sessions" USING btree ("spent_hash");--> statement-breakpoint
CREATE INDEX "share_a_user" ON "share_a" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "share_a_change" ON "share_a" USING btree ("change_id");--> statement-breakpoint
CREATE INDEX "share_a_kid" ON "share_a" USING btree ("kid");--> statement-breakpoint
CREATE UNIQUE INDEX "share_a_recovery" ON "share_a" USING btree ("wallet_id") WHERE "share_a"."kind" = 'recovery' and "share_a"."committed_at" is not null;--> statement-breakpoint
CREATE INDEX "spent_tokens_until" ON "spent_tokens" USING btree ("until");--> statement-breakpoint
CREATE INDEX "tickets_expires" ON "tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_txns_jkt" ON "login_txns" USING btree ("jkt");--> statement-breakpoint
CREATE INDEX "login_txns_expires" ON "login_txns" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_txns_kid" ON "login_txns" USING btree ("email_kid");--> statement-breakpoint
CREATE INDEX "email_undos_expires" ON "email_undos" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_undos_kid" ON "email_undos" USING btree ("email_kid");--> statement-breakpoint
CREATE INDEX "used_until" ON "used" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_user" ON "wallets" USING btree ("user_id");