CREATE TABLE "account_names" (
	"name" text PRIMARY KEY NOT NULL,
	"coin_type" text NOT NULL,
	"address" text NOT NULL,
	"attributes" jsonb NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"signed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "account_names_of_address" ON "account_names" USING btree ("address");