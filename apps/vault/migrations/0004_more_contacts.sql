CREATE TABLE "b_more_contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"contact_hmac" text NOT NULL,
	"contact_kid" text,
	"contact_blob" text,
	"added_at" bigint NOT NULL,
	"removed_at" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "b_more_contacts_user" ON "b_more_contacts" USING btree ("user_id","contact_hmac");--> statement-breakpoint
CREATE INDEX "b_more_contacts_contact" ON "b_more_contacts" USING btree ("contact_hmac");--> statement-breakpoint
CREATE INDEX "b_more_contacts_kid" ON "b_more_contacts" USING btree ("contact_kid");--> statement-breakpoint
CREATE INDEX "b_more_contacts_removed" ON "b_more_contacts" USING btree ("removed_at");