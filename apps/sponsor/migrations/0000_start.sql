CREATE TABLE "rates" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "senders" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"next_nonce" bigint NOT NULL,
	CONSTRAINT "senders_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "spending" (
	"key" text NOT NULL,
	"day" text NOT NULL,
	"wei" numeric(78, 0) NOT NULL,
	"is_alarmed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "spending_key_day_pk" PRIMARY KEY("key","day")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"chain_id" text NOT NULL,
	"sender" text NOT NULL,
	"nonce" bigint NOT NULL,
	"owner" text NOT NULL,
	"to" text NOT NULL,
	"data" text NOT NULL,
	"gas" bigint NOT NULL,
	"authorization" jsonb,
	"execution_nonce" numeric(78, 0),
	"max_fee_per_gas" numeric(78, 0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78, 0) NOT NULL,
	"raws" jsonb NOT NULL,
	"hashes" jsonb NOT NULL,
	"mined_hash" text,
	"budgets" jsonb NOT NULL,
	"day" text NOT NULL,
	"reserved" numeric(78, 0) NOT NULL,
	"cost" numeric(78, 0),
	"claim" text,
	"accepted_at" bigint NOT NULL,
	"sent_at" bigint,
	"ended_at" bigint,
	CONSTRAINT "submissions_key_unique" UNIQUE("key"),
	CONSTRAINT "submissions_chain_id_sender_nonce_unique" UNIQUE("chain_id","sender","nonce")
);
--> statement-breakpoint
CREATE INDEX "submissions_state" ON "submissions" USING btree ("chain_id","state");--> statement-breakpoint
CREATE INDEX "submissions_owner" ON "submissions" USING btree ("owner","state");--> statement-breakpoint
CREATE INDEX "submissions_ended" ON "submissions" USING btree ("ended_at");