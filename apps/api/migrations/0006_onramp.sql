CREATE TABLE "onramp_events" (
	"key" text PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "onramp_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"provider" text NOT NULL,
	"reference" text,
	"address" text NOT NULL,
	"network" text NOT NULL,
	"status" text NOT NULL,
	"hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "onramp_orders" ADD CONSTRAINT "onramp_orders_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "onramp_events_until" ON "onramp_events" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "onramp_orders_reference" ON "onramp_orders" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "onramp_orders_created_at" ON "onramp_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "onramp_orders_address" ON "onramp_orders" USING btree ("address");