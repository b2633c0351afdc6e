CREATE TABLE "solana_accounts" (
	"chain_id" text NOT NULL,
	"account" text NOT NULL,
	"checked_at" bigint NOT NULL,
	"first_at" bigint NOT NULL,
	"unfollowed" integer NOT NULL,
	CONSTRAINT "solana_accounts_chain_id_account_pk" PRIMARY KEY("chain_id","account")
);
--> statement-breakpoint
CREATE TABLE "solana_entries" (
	"account" text NOT NULL,
	"mined_at" bigint NOT NULL,
	"chain_id" text NOT NULL,
	"slot" bigint NOT NULL,
	"signature" text NOT NULL,
	"is_final" boolean NOT NULL,
	CONSTRAINT "solana_entries_account_mined_at_chain_id_slot_signature_pk" PRIMARY KEY("account","mined_at","chain_id","slot","signature")
);
--> statement-breakpoint
CREATE TABLE "solana_sources" (
	"chain_id" text NOT NULL,
	"account" text NOT NULL,
	"address" text NOT NULL,
	"newest" text,
	"slot" bigint NOT NULL,
	"before" text,
	"floor_at" bigint,
	CONSTRAINT "solana_sources_chain_id_account_address_pk" PRIMARY KEY("chain_id","account","address")
);
--> statement-breakpoint
CREATE TABLE "solana_transactions" (
	"chain_id" text NOT NULL,
	"signature" text NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "solana_transactions_chain_id_signature_pk" PRIMARY KEY("chain_id","signature")
);
--> statement-breakpoint
CREATE INDEX "solana_entries_not_final" ON "solana_entries" USING btree ("account","chain_id","is_final");