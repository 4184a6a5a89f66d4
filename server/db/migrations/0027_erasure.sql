ALTER TABLE "companies" ADD COLUMN "erase_guests_after_months" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_erase_after" CHECK (erase_guests_after_months between 1 and 60);--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_change" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- An erasure blanks who an entry is about and what was changed (docs/decisions/034); all else of it stays as it was.
	IF TG_OP = 'UPDATE' AND current_setting('trunkshow.erasing', true) = 'on'
		AND to_jsonb(NEW) - 'subject_name' - 'changes' = to_jsonb(OLD) - 'subject_name' - 'changes' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
