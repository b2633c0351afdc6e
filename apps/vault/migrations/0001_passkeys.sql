CREATE TABLE "passkeys" (
	"cred_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"pubkey" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"made_in" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");