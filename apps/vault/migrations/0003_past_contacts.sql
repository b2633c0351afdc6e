CREATE TABLE "b_past_contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"contact_hmac" text NOT NULL,
	"contact_kid" text NOT NULL,
	"contact_blob" text NOT NULL,
	"replaced_at" bigint NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "b_past_contacts_user" ON "b_past_contacts" USING btree ("user_id","contact_hmac");--> statement-breakpoint
CREATE INDEX "b_past_contacts_until" ON "b_past_contacts" USING btree ("until");--> statement-breakpoint
CREATE INDEX "b_past_contacts_kid" ON "b_past_contacts" USING btree ("contact_kid");