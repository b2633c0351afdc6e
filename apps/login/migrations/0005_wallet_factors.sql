CREATE TABLE "key_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	CONSTRAINT "key_accounts_account_unique" UNIQUE("account")
);
--> statement-breakpoint
CREATE TABLE "wallet_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"mode" text NOT NULL,
	"envelope" text,
	"made_in" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE INDEX "wallet_factors_user" ON "wallet_factors" USING btree ("user_id");