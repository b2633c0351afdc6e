CREATE TABLE "nft_metadata" (
	"chain_id" text NOT NULL,
	"contract" text NOT NULL,
	"token_id" text NOT NULL,
	"standard" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"name" text,
	"is_deceptive" boolean DEFAULT false NOT NULL,
	"image" text,
	"image_version" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"read_at" bigint NOT NULL,
	"stale_at" bigint NOT NULL,
	CONSTRAINT "nft_metadata_chain_id_contract_token_id_pk" PRIMARY KEY("chain_id","contract","token_id")
);
--> statement-breakpoint
CREATE INDEX "nft_metadata_read_at" ON "nft_metadata" USING btree ("read_at");