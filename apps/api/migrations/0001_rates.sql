CREATE TABLE "rates" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" bigint NOT NULL
);
