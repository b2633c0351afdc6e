CREATE TABLE "farcaster_channels" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"params" text NOT NULL,
	"answer" text,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "farcaster_channels_expires" ON "farcaster_channels" USING btree ("expires_at");