CREATE SCHEMA "names";
--> statement-breakpoint
CREATE TABLE "names"."confirmed_emails" (
	"email" text NOT NULL,
	"company_id" integer NOT NULL,
	CONSTRAINT "users_email_key" PRIMARY KEY("email")
);
--> statement-breakpoint
CREATE TABLE "names"."event_slugs" (
	"slug" text NOT NULL,
	"company_id" integer NOT NULL,
	CONSTRAINT "events_slug_key" PRIMARY KEY("slug")
);
--> statement-breakpoint
CREATE TABLE "names"."usernames" (
	"username" text NOT NULL,
	"company_id" integer NOT NULL,
	CONSTRAINT "users_username_key" PRIMARY KEY("username")
);
--> statement-breakpoint
DROP INDEX "users_username_key";--> statement-breakpoint
DROP INDEX "users_email_key";--> statement-breakpoint
DROP INDEX "events_slug_key";--> statement-breakpoint
DROP INDEX "bookings_public_id_key";--> statement-breakpoint
CREATE INDEX "users_username" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "events_slug" ON "events" USING btree (lower("url_slug"));--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_public_id_key" ON "bookings" USING btree ("public_id","company_id");--> statement-breakpoint
-- A row gives up the name it had before it takes another. If another transaction is taking that one, it waits here.
CREATE FUNCTION keep_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM names.usernames WHERE username = lower(OLD.username);
  INSERT INTO names.usernames SELECT lower(NEW.username), NEW.company_id WHERE NEW.username IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_confirmed_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM names.confirmed_emails WHERE email = lower(OLD.email) AND OLD.email_confirmed_at IS NOT NULL;
  INSERT INTO names.confirmed_emails SELECT lower(NEW.email), NEW.company_id
    WHERE NEW.email IS NOT NULL AND NEW.email_confirmed_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_event_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM names.event_slugs WHERE slug = lower(OLD.url_slug);
  INSERT INTO names.event_slugs SELECT lower(NEW.url_slug), NEW.company_id WHERE NEW.url_slug IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_username" AFTER INSERT OR UPDATE OF username, company_id OR DELETE ON "users"
FOR EACH ROW EXECUTE FUNCTION keep_username();--> statement-breakpoint
CREATE TRIGGER "users_confirmed_email" AFTER INSERT OR UPDATE OF email, email_confirmed_at, company_id OR DELETE ON "users"
FOR EACH ROW EXECUTE FUNCTION keep_confirmed_email();--> statement-breakpoint
CREATE TRIGGER "events_slug" AFTER INSERT OR UPDATE OF url_slug, company_id OR DELETE ON "events"
FOR EACH ROW EXECUTE FUNCTION keep_event_slug();--> statement-breakpoint
-- Nobody reads or writes users and events since their indexes were dropped, until this transaction ends.
INSERT INTO names.usernames SELECT lower(username), company_id FROM users WHERE username IS NOT NULL;--> statement-breakpoint
INSERT INTO names.confirmed_emails SELECT lower(email), company_id FROM users
WHERE email IS NOT NULL AND email_confirmed_at IS NOT NULL;--> statement-breakpoint
INSERT INTO names.event_slugs SELECT lower(url_slug), company_id FROM events;
