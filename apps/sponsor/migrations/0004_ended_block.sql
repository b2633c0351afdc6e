DROP INDEX "submissions_owner";--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "ended_block" bigint;--> statement-breakpoint
CREATE INDEX "submissions_owner" ON "submissions" USING btree ("owner","state","ended_block");