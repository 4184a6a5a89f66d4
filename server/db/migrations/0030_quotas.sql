CREATE TABLE "pictures" (
	"company_id" integer NOT NULL,
	"hash" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "pictures_company_id_hash_pk" PRIMARY KEY("company_id","hash")
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_company" ON "attachments" USING btree ("company_id","file_size");