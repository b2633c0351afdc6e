CREATE TABLE "permissions" (
	"user_id" text NOT NULL,
	"chain_id" text NOT NULL,
	"digest" text NOT NULL,
	"context" text NOT NULL,
	"origin" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "permissions_user_id_chain_id_digest_pk" PRIMARY KEY("user_id","chain_id","digest")
);
--> statement-breakpoint
CREATE INDEX "permissions_digest" ON "permissions" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "permissions_expiry" ON "permissions" USING btree ("expires_at");