CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"event_id" text NOT NULL,
	"url" text NOT NULL,
	"domain" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"error_type" text,
	"error_message" text,
	"stack_trace" text,
	"properties" jsonb,
	"sdk_type" text,
	"sdk_version" text
);
--> statement-breakpoint
CREATE TABLE "project_origins" (
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	CONSTRAINT "project_origins_project_id_origin_pk" PRIMARY KEY("project_id","origin")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_development" boolean DEFAULT false NOT NULL,
	"is_analytics_enabled" boolean DEFAULT false NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"other_ids" jsonb NOT NULL,
	"name" text NOT NULL,
	"rdns" text,
	"homepage" text,
	"icon" text,
	"order" integer NOT NULL,
	"chains" jsonb NOT NULL,
	"mobile_link" text,
	"desktop_link" text,
	"webapp_link" text,
	"link_mode" text,
	"app_store" text,
	"play_store" text,
	"chrome_store" text,
	"injected" jsonb,
	"badge_type" text,
	"is_built_in" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_origins" ADD CONSTRAINT "project_origins_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "events_once" ON "events" USING btree ("project_id","event_id");--> statement-breakpoint
CREATE INDEX "events_received_at" ON "events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "wallets_order" ON "wallets" USING btree ("order");