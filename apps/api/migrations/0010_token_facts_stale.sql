ALTER TABLE "history_tokens" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "history_tokens" ADD COLUMN "stale_at" bigint DEFAULT 0 NOT NULL;