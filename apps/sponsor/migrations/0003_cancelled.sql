ALTER TABLE "submissions" ADD COLUMN "refused_at" bigint;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "cancelled_at" bigint;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "from_block" bigint;