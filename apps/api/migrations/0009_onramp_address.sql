DROP INDEX "onramp_orders_address";--> statement-breakpoint
CREATE INDEX "onramp_orders_address" ON "onramp_orders" USING btree (lower("address"));