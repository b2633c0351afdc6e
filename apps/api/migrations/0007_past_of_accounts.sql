CREATE TABLE "history_backfills" (
	"chain_id" text NOT NULL,
	"account" text NOT NULL,
	"start_block" bigint NOT NULL,
	"next_block" bigint NOT NULL,
	"reached_at" bigint NOT NULL,
	"has_coins" boolean DEFAULT true NOT NULL,
	"has_internal_transfers" boolean DEFAULT true NOT NULL,
	"holder" text,
	"held_until" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "history_backfills_chain_id_account_pk" PRIMARY KEY("chain_id","account")
);
--> statement-breakpoint
CREATE INDEX "solana_entries_signature" ON "solana_entries" USING btree ("chain_id","signature");