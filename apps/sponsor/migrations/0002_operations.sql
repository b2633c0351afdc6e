CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fields" text NOT NULL,
	"state" text NOT NULL,
	"chain_id" text NOT NULL,
	"sender" text NOT NULL,
	"nonce" numeric(78, 0) NOT NULL,
	"owner" text NOT NULL,
	"valid_until" bigint NOT NULL,
	"from_block" bigint NOT NULL,
	"budgets" jsonb NOT NULL,
	"day" text NOT NULL,
	"reserved" numeric(78, 0) NOT NULL,
	"cost" numeric(78, 0),
	"succeeded" boolean,
	"operation_hash" text,
	"transaction_hash" text,
	"accepted_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE INDEX "operations_fields" ON "operations" USING btree ("fields");--> statement-breakpoint
CREATE INDEX "operations_state" ON "operations" USING btree ("chain_id","state");--> statement-breakpoint
CREATE INDEX "operations_ended" ON "operations" USING btree ("ended_at");