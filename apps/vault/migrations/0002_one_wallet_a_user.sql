CREATE TABLE "b_revoked_keys" (
	"user_id" text NOT NULL,
	"jkt" text NOT NULL,
	"not_before" bigint NOT NULL,
	CONSTRAINT "b_revoked_keys_user_id_jkt_pk" PRIMARY KEY("user_id","jkt")
);
--> statement-breakpoint
CREATE TABLE "b_wallets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"wallet_id" text NOT NULL,
	"evm" text NOT NULL,
	"sol" text NOT NULL,
	"created_at" bigint NOT NULL,
	"confirmed_at" bigint
);
--> statement-breakpoint
-- Puts the wallet of each user with sets of one wallet in force. A user with sets of several wallets gets none: the rows
-- do not say which one is right (a creation that was interrupted, or a wallet that somebody else made up). Nothing of
-- theirs is deleted; their devices count for nothing until the user approves a device by the vault's link and restores
-- or changes the wallet there, which puts that wallet in force.
-- A later epoch shows that the login server had the wallet in force as well.
INSERT INTO "b_wallets" ("user_id", "wallet_id", "evm", "sol", "created_at", "confirmed_at")
SELECT "user_id", min("wallet_id"), min("evm"), min("sol"), min("committed_at"),
	CASE WHEN max("epoch") > 1 THEN max("committed_at") END
FROM "share_b"
WHERE "kind" = 'recovery' AND "committed_at" IS NOT NULL
GROUP BY "user_id"
HAVING count(DISTINCT "wallet_id") = 1;
--> statement-breakpoint
-- Challenges live for ten minutes: a person tries again.
DELETE FROM "b_challenges";--> statement-breakpoint
ALTER TABLE "b_challenges" DROP CONSTRAINT "b_challenges_wallet_id_jkt_pk";--> statement-breakpoint
ALTER TABLE "b_challenges" DROP COLUMN "wallet_id";--> statement-breakpoint
ALTER TABLE "b_challenges" ADD COLUMN "user_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "b_challenges" ADD CONSTRAINT "b_challenges_user_id_jkt_pk" PRIMARY KEY("user_id","jkt");--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "jkt" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Prepared changes of before do not say what they are based on. They live for a day: a person tries again.
DELETE FROM "recovery_keys" WHERE "committed_at" IS NULL;--> statement-breakpoint
DELETE FROM "share_b" WHERE "committed_at" IS NULL;--> statement-breakpoint
ALTER TABLE "share_b" ADD COLUMN "base_set_id" text;
