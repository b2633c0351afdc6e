CREATE TABLE "history_blocks" (
	"chain_id" text NOT NULL,
	"block" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "history_blocks_chain_id_block_pk" PRIMARY KEY("chain_id","block")
);
--> statement-breakpoint
CREATE TABLE "history_chains" (
	"chain_id" text PRIMARY KEY NOT NULL,
	"first_block" bigint,
	"first_mined_at" bigint,
	"next_block" bigint DEFAULT 0 NOT NULL,
	"head_block" bigint DEFAULT 0 NOT NULL,
	"seen_at" bigint DEFAULT 0 NOT NULL,
	"has_internal_transfers" boolean DEFAULT true NOT NULL,
	"holder" text,
	"held_until" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history_entries" (
	"account" text NOT NULL,
	"mined_at" bigint NOT NULL,
	"chain_id" text NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "history_entries_account_mined_at_chain_id_block_place_pk" PRIMARY KEY("account","mined_at","chain_id","block","place")
);
--> statement-breakpoint
CREATE TABLE "history_tokens" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"name" text,
	"symbol" text,
	"decimals" integer,
	CONSTRAINT "history_tokens_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "history_transactions" (
	"chain_id" text NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	"hash" text NOT NULL,
	"mined_at" bigint NOT NULL,
	"sender" text NOT NULL,
	"receiver" text NOT NULL,
	"nonce" bigint NOT NULL,
	"is_confirmed" boolean NOT NULL,
	"intent" text NOT NULL,
	CONSTRAINT "history_transactions_chain_id_block_place_pk" PRIMARY KEY("chain_id","block","place")
);
--> statement-breakpoint
CREATE TABLE "history_transfers" (
	"chain_id" text NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	"part" integer NOT NULL,
	"kind" text NOT NULL,
	"asset" text NOT NULL,
	"sender" text NOT NULL,
	"receiver" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	CONSTRAINT "history_transfers_chain_id_block_place_part_pk" PRIMARY KEY("chain_id","block","place","part")
);
--> statement-breakpoint
CREATE INDEX "history_entries_block" ON "history_entries" USING btree ("chain_id","block");--> statement-breakpoint
CREATE INDEX "history_transfers_nft_sender" ON "history_transfers" USING btree ("sender","chain_id") WHERE kind = 'nft';--> statement-breakpoint
CREATE INDEX "history_transfers_nft_receiver" ON "history_transfers" USING btree ("receiver","chain_id") WHERE kind = 'nft';
