-- All that the migrations before 1.0 made (decision 072). Drizzle wrote the tables from the schema; their columns are in
-- the order in which they were added.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- A small company is searched as fast beside a large one: the index holds the company too.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- A telephone number, its digits in one, and the ends of them that people type.
CREATE FUNCTION phone_words(phone text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  digits text := regexp_replace(phone, '\D', '', 'g');
BEGIN
  RETURN coalesce(concat_ws(' ', phone, digits, right(digits, 10), right(digits, 7), right(digits, 4)), '');
END $$;--> statement-breakpoint
-- What stands in a list, as words: PostgreSQL's own may not make a column, since it writes some types as settings say.
CREATE FUNCTION joined(texts text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN array_to_string(texts, ' ');
END $$;--> statement-breakpoint
-- A name as lists are sorted by it: case and accents do not count.
CREATE FUNCTION plain_text(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'));
END $$;--> statement-breakpoint
-- The words a row is found by, each with its company: as they stand between spaces, and their parts between other
-- signs, and of an email what comes after its @ too. Accents do not count. A lexeme may have 2,046 bytes, so words end
-- after 60 letters.
CREATE FUNCTION search_words(company integer, texts text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT text := '!-/:-@[-`{-~«»\u2010-\u2027';
  plain text := lower(regexp_replace(normalize(texts, NFKD), '[\u0300-\u036f]', '', 'g'));
BEGIN
  plain := regexp_replace(' ' || plain || ' ', '[' || signs || ']*\s[\s' || signs || ']*', ' ', 'g');
  IF plain LIKE '%@%' THEN
    plain := plain || regexp_replace(plain, '[^\s@]*@', '', 'g');
  END IF;
  plain := regexp_replace(plain, '(\S{60})\S+', '\1', 'g');
  plain := btrim(plain || regexp_replace(plain, '[\s' || signs || ']+', ' ', 'g'));
  RETURN array_to_tsvector(string_to_array(company || '/' || regexp_replace(plain, '\s+', ' ' || company || '/', 'g'), ' '));
END $$;--> statement-breakpoint
CREATE TABLE "activity_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"actor_name" text,
	"activity" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" integer NOT NULL,
	"subject_name" text NOT NULL,
	"changes" jsonb DEFAULT '[]' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer
);
--> statement-breakpoint
CREATE TABLE "security_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer,
	"user_id" integer,
	"actor_name" text,
	"action" text NOT NULL,
	"outcome" text DEFAULT 'done' NOT NULL,
	"subject_name" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"hour" timestamp with time zone DEFAULT date_trunc('hour', now()) NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"booking_id" integer NOT NULL,
	"filename" text NOT NULL,
	"file_size" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"time_slot_id" integer NOT NULL,
	"attendee_name" text NOT NULL,
	"attendee_email" text,
	"status" text DEFAULT 'active' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network_hash" text,
	"public_id" text DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16) NOT NULL,
	"phone" text,
	"answers" jsonb,
	"party_size" integer DEFAULT 1 NOT NULL,
	"spots" integer DEFAULT 1 NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"attendance" text,
	"attendance_by" text,
	"attendance_at" timestamp (3) with time zone,
	"attendance_keys" text[] DEFAULT '{}' NOT NULL,
	"slot_since" timestamp with time zone DEFAULT now() NOT NULL,
	"coming_at" timestamp with time zone,
	"calendar_id" text,
	CONSTRAINT "bookings_party" CHECK (spots between 1 and party_size)
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"event_id" integer,
	"public_id" text DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"company_address" text DEFAULT '' NOT NULL,
	"company_phone" text DEFAULT '' NOT NULL,
	"selected_states" text[] DEFAULT '{}' NOT NULL,
	"last_order_number" integer DEFAULT 1000 NOT NULL,
	"shopify_store_url" text,
	"erase_guests_after_months" integer,
	"url_slug" text,
	"logo_url" text,
	"accent_color" text,
	"show_address" boolean DEFAULT false NOT NULL,
	"embed_origins" text[] DEFAULT '{}' NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"notice_schedule" text DEFAULT 'now' NOT NULL,
	"own_notices" boolean DEFAULT false NOT NULL,
	CONSTRAINT "companies_erase_after" CHECK (erase_guests_after_months between 1 and 60),
	CONSTRAINT "companies_accent" CHECK (accent_color ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "company_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"username" text,
	"email" text,
	"name" text NOT NULL,
	"password_hash" text,
	"role" text DEFAULT 'admin' NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"invited_email" text,
	"invited_by" integer,
	"invited_at" timestamp with time zone,
	"invite_sequence" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"reset_sequence" integer DEFAULT 0 NOT NULL,
	"reset_until" timestamp with time zone,
	"known_networks" text[] DEFAULT '{}' NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"opens_home" boolean DEFAULT false NOT NULL,
	CONSTRAINT "users_can_sign_in" CHECK (not is_active or (username is not null and password_hash is not null))
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"street" text NOT NULL,
	"street2" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"notes" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"also_emails" text[] DEFAULT '{}' NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, first_name || ' ' || last_name || ' ' || email || ' ' || joined(also_emails) || ' ' || phone_words(phone))) STORED NOT NULL,
	"sort_name" text GENERATED ALWAYS AS (plain_text(last_name || ' ' || first_name)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customization_options" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customization_options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"customization_id" integer NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer,
	"photo_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customization_options_price" CHECK (price_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "customizations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customizations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sort_name" text GENERATED ALWAYS AS (plain_text(name)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_customizations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_customizations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"customization_id" integer NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"display_order" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"code" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"discount_type" text DEFAULT 'percentage' NOT NULL,
	"discount_value" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"usage_limit" integer,
	"used_count" integer DEFAULT 0 NOT NULL,
	"expires_at" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shopify_price_rule_id" text,
	"shopify_synced_at" timestamp with time zone,
	CONSTRAINT "discount_codes_percent" CHECK (discount_value between 1 and 100),
	CONSTRAINT "discount_codes_uses" CHECK (used_count >= 0 and (usage_limit is null or used_count <= usage_limit))
);
--> statement-breakpoint
CREATE TABLE "event_co_hosts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_co_hosts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"user_id" integer,
	"invited_email" text NOT NULL,
	"invited_by" integer NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"url_slug" text NOT NULL,
	"name" text NOT NULL,
	"host_name" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"show_location" boolean NOT NULL,
	"contact_email" text,
	"is_multi_day" boolean NOT NULL,
	"event_date" date NOT NULL,
	"end_date" date,
	"start_time" time(0) NOT NULL,
	"end_time" time(0) NOT NULL,
	"slot_duration" integer NOT NULL,
	"max_bookings_per_slot" integer NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"logo_url" text,
	"banner_url" text,
	"last_day" date GENERATED ALWAYS AS (coalesce(end_date, event_date)) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"limit_per_network" boolean DEFAULT true NOT NULL,
	"link_version" integer DEFAULT 0 NOT NULL,
	"phone_question" text DEFAULT 'off' NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"questions_version" integer DEFAULT 0 NOT NULL,
	"tour_id" integer,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"city" text,
	"max_party_size" integer DEFAULT 1 NOT NULL,
	"spot_per_guest" boolean DEFAULT true NOT NULL,
	"has_waitlist" boolean DEFAULT true NOT NULL,
	"offer_minutes" integer DEFAULT 120 NOT NULL,
	"guest_emails" text[] DEFAULT '{"booking_reminder","booking_reminder_soon"}' NOT NULL,
	CONSTRAINT "events_hours" CHECK (end_time > start_time),
	CONSTRAINT "events_days" CHECK (end_date >= event_date),
	CONSTRAINT "events_party" CHECK (max_party_size >= 1),
	CONSTRAINT "events_offer" CHECK (offer_minutes >= 1)
);
--> statement-breakpoint
CREATE TABLE "tours" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"url_slug" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"csv" text NOT NULL,
	"state" text DEFAULT 'checked' NOT NULL,
	"rows" integer NOT NULL,
	"good" integer NOT NULL,
	"errors" jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"made" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mended" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"event_id" integer,
	"canceled" integer DEFAULT 0 NOT NULL,
	"no_spot" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"past" integer DEFAULT 0 NOT NULL,
	"other_day" integer DEFAULT 0 NOT NULL,
	"known_rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"import_anyway" jsonb DEFAULT 'false'::jsonb NOT NULL,
	"newest_id" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"booking_id" integer,
	"email_type" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"recipient_email" text,
	"subject" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error_message" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"co_host_id" integer,
	"confirmation_id" integer,
	"waits_for" text,
	"recipient_hash" text,
	"failing_since" timestamp with time zone,
	"digest_id" integer,
	"failure" text,
	"resend_of" integer,
	"actor_id" integer,
	"waitlist_entry_id" integer,
	"audience" text GENERATED ALWAYS AS (CASE WHEN email_type IN ('password_reset', 'password_changed', 'email_changed', 'email_confirmation') THEN 'account' WHEN email_type IN ('invitation', 'co_host_invitation', 'contact_confirmation') THEN 'invited' WHEN email_type IN ('booking_reminder', 'booking_reminder_soon') THEN 'reminder' WHEN email_type IN ('booking_notice', 'booking_rescheduled_notice', 'booking_party_changed_notice', 'booking_cancelled_notice', 'data_request_notice') THEN 'staff' WHEN email_type IN ('booking_thanks') THEN 'thanks' ELSE 'guest' END) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"booking_id" integer,
	"user_id" integer,
	"email_type" text NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"to_email" text,
	"from_email" text,
	"subject" text,
	"body" text,
	"text" text,
	"has_calendar" boolean DEFAULT false NOT NULL,
	"failure" text,
	"error_message" text,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, coalesce(to_email, ''))) STORED NOT NULL,
	"waitlist_entry_id" integer
);
--> statement-breakpoint
CREATE TABLE "notices_off" (
	"company_id" integer NOT NULL,
	"mailbox" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text DEFAULT 'notices' NOT NULL,
	CONSTRAINT "notices_off_company_id_mailbox_kind_pk" PRIMARY KEY("company_id","mailbox","kind")
);
--> statement-breakpoint
CREATE TABLE "returned_mailboxes" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint NOT NULL,
	"last_uid" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_emails" (
	"company_id" integer NOT NULL,
	"booking_id" integer NOT NULL,
	"email_type" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scheduled_emails_booking_id_email_type_starts_at_pk" PRIMARY KEY("booking_id","email_type","starts_at")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"field_id" text,
	"filename" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"display_name" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_products_quantity" CHECK (quantity >= 1)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"status" text DEFAULT 'pending' NOT NULL,
	"customer_id" integer NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text,
	"customer_address" text,
	"customer_address2" text,
	"customer_city" text,
	"customer_state" text,
	"customer_zip" text,
	"address_id" integer,
	"booking_id" integer,
	"event_id" integer,
	"time_slot_id" integer,
	"template_id" integer NOT NULL,
	"template_version" integer NOT NULL,
	"form_data" jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"items" text NOT NULL,
	"discount_code_id" integer,
	"discount_code" text,
	"discount_percent" integer,
	"total_cents" integer NOT NULL,
	"shopify_order_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"shopify_version" integer,
	"shopify_items" text,
	"shopify_seen" text,
	"order_number" integer NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, customer_name || ' ' || customer_email || ' ' || items)) STORED NOT NULL,
	"shopify_email" text,
	"imported_as" text,
	CONSTRAINT "orders_total" CHECK (total_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"company_id" integer NOT NULL,
	"hash" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "pictures_company_id_hash_pk" PRIMARY KEY("company_id","hash")
);
--> statement-breakpoint
CREATE TABLE "practice_stores" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"sku" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"photo_url" text,
	"base_price_cents" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shopify_product_id" text,
	"shopify_variant_id" text,
	"shopify_handle" text,
	"shopify_updated_at" timestamp with time zone,
	"shopify_seen" text,
	"vendor" text DEFAULT '' NOT NULL,
	"product_type" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"inventory_quantity" integer DEFAULT 0 NOT NULL,
	"weight" double precision,
	"weight_unit" text DEFAULT 'kg' NOT NULL,
	"requires_shipping" boolean DEFAULT true NOT NULL,
	"taxable" boolean DEFAULT true NOT NULL,
	"shopify_picture" text,
	"shopify_picture_taken" text,
	"shopify_photo_url" text,
	"words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, name || ' ' || sku || ' ' || category || ' ' || description)) STORED NOT NULL,
	"sort_name" text GENERATED ALWAYS AS (plain_text(name)) STORED NOT NULL,
	CONSTRAINT "products_price" CHECK (base_price_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "email_confirmations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"device" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shopify_logs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shopify_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"operation_id" integer NOT NULL,
	"user_id" integer,
	"order_id" integer,
	"operation" text NOT NULL,
	"subject_name" text NOT NULL,
	"shopify_order_id" text,
	"status" text NOT NULL,
	"response_data" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shopify_operations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shopify_operations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" integer NOT NULL,
	"subject_name" text NOT NULL,
	"attempt_key" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"lookups" integer DEFAULT 0 NOT NULL,
	"pauses" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone DEFAULT now() NOT NULL,
	"remote_id" text,
	"last_error" text,
	"progress" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_id" text,
	"remote_name" text,
	"remote_created_at" timestamp with time zone,
	"sent_to" text,
	CONSTRAINT "shopify_operations_attempt_key_unique" UNIQUE("attempt_key")
);
--> statement-breakpoint
CREATE TABLE "shopify_stores" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"client_id" text,
	"client_secret" text,
	"token" text,
	"token_expires_at" timestamp with time zone,
	"token_renews_at" timestamp with time zone,
	"token_version" integer DEFAULT 0 NOT NULL,
	"renewing_until" timestamp with time zone DEFAULT now() NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"shop_name" text,
	"enabled" boolean DEFAULT false NOT NULL,
	"must_reconnect" boolean DEFAULT false NOT NULL,
	"subscribed_at" timestamp with time zone,
	"products_synced_until" timestamp with time zone,
	"products_synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"orders_synced_until" timestamp with time zone,
	"currency" text,
	"checked_at" timestamp with time zone,
	"order_key_defined" boolean DEFAULT false NOT NULL,
	"webhook_uri" text,
	"links_checked_to" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shopify_webhooks" (
	"company_id" integer NOT NULL,
	"webhook_id" text NOT NULL,
	"topic" text NOT NULL,
	"remote_id" text,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopify_webhooks_company_id_webhook_id_pk" PRIMARY KEY("company_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "time_slots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "time_slots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"slot_date" date NOT NULL,
	"start_time" time(0) NOT NULL,
	"end_time" time(0) NOT NULL,
	"total_slots" integer NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"is_available" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"on_clock" boolean DEFAULT true NOT NULL,
	CONSTRAINT "time_slots_places" CHECK (booked between 0 and total_slots),
	CONSTRAINT "time_slots_total" CHECK (total_slots >= 1),
	CONSTRAINT "time_slots_hours" CHECK (end_time > start_time)
);
--> statement-breakpoint
CREATE TABLE "order_form_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_form_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"template_name" text NOT NULL,
	"item_type" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sort_name" text GENERATED ALWAYS AS (plain_text(template_name)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_template_products" (
	"company_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "order_template_products_template_id_product_id_pk" PRIMARY KEY("template_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "order_template_versions" (
	"company_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"version" integer NOT NULL,
	"template_name" text NOT NULL,
	"item_type" text NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "order_template_versions_template_id_version_pk" PRIMARY KEY("template_id","version")
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"public_id" text DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16) NOT NULL,
	"company_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"time_slot_id" integer,
	"slot_date" date,
	"attendee_name" text NOT NULL,
	"attendee_email" text NOT NULL,
	"party_size" integer DEFAULT 1 NOT NULL,
	"rank" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"network_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_entries_target" CHECK (time_slot_id is null or slot_date is null),
	CONSTRAINT "waitlist_entries_party" CHECK (party_size >= 1)
);
--> statement-breakpoint
CREATE TABLE "waitlist_offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"entry_id" integer NOT NULL,
	"time_slot_id" integer NOT NULL,
	"spots" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"booking_id" integer,
	"offered_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"emailed_at" timestamp (3) with time zone,
	CONSTRAINT "waitlist_offers_spots" CHECK (spots >= 1)
);
--> statement-breakpoint
CREATE TABLE "time_zones" (
	"name" text PRIMARY KEY NOT NULL,
	"release" text NOT NULL,
	"changes" timestamp with time zone[] NOT NULL,
	"walls" timestamp[] NOT NULL,
	"offsets" integer[] NOT NULL,
	"is_applied" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_log" ADD CONSTRAINT "security_log_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_photos" ADD CONSTRAINT "booking_photos_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_time_slot_id_time_slots_id_fk" FOREIGN KEY ("time_slot_id") REFERENCES "public"."time_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_time_zone_time_zones_name_fk" FOREIGN KEY ("time_zone") REFERENCES "public"."time_zones"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_slugs" ADD CONSTRAINT "company_slugs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customization_options" ADD CONSTRAINT "customization_options_customization_id_customizations_id_fk" FOREIGN KEY ("customization_id") REFERENCES "public"."customizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customizations" ADD CONSTRAINT "customizations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_customizations" ADD CONSTRAINT "product_customizations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_customizations" ADD CONSTRAINT "product_customizations_customization_id_customizations_id_fk" FOREIGN KEY ("customization_id") REFERENCES "public"."customizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_co_hosts" ADD CONSTRAINT "event_co_hosts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_co_hosts" ADD CONSTRAINT "event_co_hosts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_co_hosts" ADD CONSTRAINT "event_co_hosts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_time_zone_time_zones_name_fk" FOREIGN KEY ("time_zone") REFERENCES "public"."time_zones"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tour_id_tours_id_fk" FOREIGN KEY ("tour_id") REFERENCES "public"."tours"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tours" ADD CONSTRAINT "tours_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tours" ADD CONSTRAINT "tours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_co_host_id_event_co_hosts_id_fk" FOREIGN KEY ("co_host_id") REFERENCES "public"."event_co_hosts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_confirmation_id_email_confirmations_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."email_confirmations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_waitlist_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("waitlist_entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_waitlist_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("waitlist_entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices_off" ADD CONSTRAINT "notices_off_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_emails" ADD CONSTRAINT "scheduled_emails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_emails" ADD CONSTRAINT "scheduled_emails_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_products" ADD CONSTRAINT "order_products_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_products" ADD CONSTRAINT "order_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_time_slot_id_time_slots_id_fk" FOREIGN KEY ("time_slot_id") REFERENCES "public"."time_slots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_code_id_discount_codes_id_fk" FOREIGN KEY ("discount_code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_template_version" FOREIGN KEY ("template_id","template_version") REFERENCES "public"."order_template_versions"("template_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_stores" ADD CONSTRAINT "practice_stores_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_logs" ADD CONSTRAINT "shopify_logs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_logs" ADD CONSTRAINT "shopify_logs_operation_id_shopify_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."shopify_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_operations" ADD CONSTRAINT "shopify_operations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_stores" ADD CONSTRAINT "shopify_stores_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_webhooks" ADD CONSTRAINT "shopify_webhooks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_slots" ADD CONSTRAINT "time_slots_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_form_templates" ADD CONSTRAINT "order_form_templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_template_products" ADD CONSTRAINT "order_template_products_template_id_order_form_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."order_form_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_template_products" ADD CONSTRAINT "order_template_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_template_versions" ADD CONSTRAINT "order_template_versions_template_id_order_form_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."order_form_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_time_slot_id_time_slots_id_fk" FOREIGN KEY ("time_slot_id") REFERENCES "public"."time_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_time_slot_id_time_slots_id_fk" FOREIGN KEY ("time_slot_id") REFERENCES "public"."time_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_log_company" ON "activity_log" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "activity_log_subject" ON "activity_log" USING btree ("company_id","subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "security_log_company" ON "security_log" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "security_log_age" ON "security_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_log_key" ON "security_log" USING btree ("hour","action","outcome",coalesce(company_id, 0),coalesce(user_id, 0),"network","subject_name");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_photos_file" ON "booking_photos" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "booking_photos_booking" ON "booking_photos" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "booking_photos_company" ON "booking_photos" USING btree ("company_id","file_size");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_public_id_key" ON "bookings" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "bookings_event" ON "bookings" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "bookings_slot" ON "bookings" USING btree ("time_slot_id");--> statement-breakpoint
CREATE INDEX "bookings_answered" ON "bookings" USING btree ("company_id") WHERE answers is not null;--> statement-breakpoint
CREATE INDEX "bookings_network" ON "bookings" USING btree ("network_hash","created_at");--> statement-breakpoint
CREATE INDEX "bookings_attendee" ON "bookings" USING btree (lower("attendee_email"),"created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_idempotency_key" ON "bookings" USING btree ("event_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_key" ON "calendar_feeds" USING btree ("user_id",coalesce(event_id, 0));--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_public_id_key" ON "calendar_feeds" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_event" ON "calendar_feeds" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "company_slugs_company" ON "company_slugs" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email")) WHERE email_confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_invited_key" ON "users" USING btree ("company_id",lower("invited_email")) WHERE email is null and removed_at is null;--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "addresses_customer" ON "addresses" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_default" ON "addresses" USING btree ("customer_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "customers_listed" ON "customers" USING btree ("company_id","sort_name","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "customers_archived" ON "customers" USING btree ("company_id","sort_name","id") WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "customers_newest" ON "customers" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("company_id",lower("email"));--> statement-breakpoint
CREATE INDEX "customers_also_emails" ON "customers" USING gin ("also_emails") WHERE also_emails <> '{}';--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin ("words");--> statement-breakpoint
CREATE INDEX "customization_options_of" ON "customization_options" USING btree ("customization_id");--> statement-breakpoint
CREATE INDEX "customizations_company" ON "customizations" USING btree ("company_id","sort_name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_customizations_key" ON "product_customizations" USING btree ("product_id","customization_id");--> statement-breakpoint
CREATE INDEX "product_customizations_of" ON "product_customizations" USING btree ("customization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_key" ON "discount_codes" USING btree ("company_id",lower("code"));--> statement-breakpoint
CREATE INDEX "discount_codes_newest" ON "discount_codes" USING btree ("company_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_co_hosts_key" ON "event_co_hosts" USING btree ("event_id",lower("invited_email"));--> statement-breakpoint
CREATE INDEX "event_co_hosts_user" ON "event_co_hosts" USING btree ("user_id") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "events_slug_key" ON "events" USING btree (lower("url_slug"));--> statement-breakpoint
CREATE INDEX "events_company" ON "events" USING btree ("company_id","event_date","id");--> statement-breakpoint
CREATE INDEX "events_tour" ON "events" USING btree ("tour_id") WHERE tour_id is not null;--> statement-breakpoint
CREATE INDEX "events_listed" ON "events" USING btree ("last_day") WHERE is_public and is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "tours_slug_key" ON "tours" USING btree ("company_id","url_slug");--> statement-breakpoint
CREATE INDEX "imports_company" ON "imports" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "imports_event" ON "imports" USING btree ("event_id") WHERE event_id is not null;--> statement-breakpoint
CREATE INDEX "imports_running" ON "imports" USING btree ("id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "email_notifications_due" ON "email_notifications" USING btree ("company_id","audience","next_attempt_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "email_notifications_later" ON "email_notifications" USING btree ("next_attempt_at") WHERE status in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "email_notifications_held" ON "email_notifications" USING btree ("company_id","status","audience") WHERE status in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "email_notifications_booking" ON "email_notifications" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "email_notifications_waitlist" ON "email_notifications" USING btree ("waitlist_entry_id") WHERE waitlist_entry_id is not null;--> statement-breakpoint
CREATE INDEX "email_notifications_sent" ON "email_notifications" USING btree ("company_id","sent_at","audience") WHERE sent_at is not null and digest_id is null;--> statement-breakpoint
CREATE INDEX "email_notifications_recipient" ON "email_notifications" USING btree ("recipient_hash","sent_at") WHERE recipient_hash is not null;--> statement-breakpoint
CREATE INDEX "emails_company" ON "emails" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "emails_status" ON "emails" USING btree ("company_id","status","id");--> statement-breakpoint
CREATE INDEX "emails_kind" ON "emails" USING btree ("company_id","email_type","id");--> statement-breakpoint
CREATE INDEX "emails_failed" ON "emails" USING btree ("company_id","booking_id") WHERE status = 'failed' and handled_at is null;--> statement-breakpoint
CREATE INDEX "emails_waitlist" ON "emails" USING btree ("waitlist_entry_id") WHERE waitlist_entry_id is not null;--> statement-breakpoint
CREATE INDEX "emails_words" ON "emails" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "attachments_file" ON "attachments" USING btree ("order_id","filename");--> statement-breakpoint
CREATE INDEX "attachments_company" ON "attachments" USING btree ("company_id","file_size");--> statement-breakpoint
CREATE INDEX "order_products_order" ON "order_products" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_products_product" ON "order_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("company_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_event" ON "orders" USING btree ("company_id","event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_event" ON "orders" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_booking" ON "orders" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "orders_slot" ON "orders" USING btree ("time_slot_id") WHERE time_slot_id is not null;--> statement-breakpoint
CREATE INDEX "orders_address" ON "orders" USING btree ("address_id") WHERE address_id is not null;--> statement-breakpoint
CREATE INDEX "orders_template" ON "orders" USING btree ("template_id","template_version");--> statement-breakpoint
CREATE INDEX "orders_shopify" ON "orders" USING btree ("company_id","shopify_order_id") WHERE shopify_order_id is not null;--> statement-breakpoint
CREATE INDEX "orders_discount" ON "orders" USING btree ("discount_code_id") WHERE discount_code_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("company_id","order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency_key" ON "orders" USING btree ("company_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_imported" ON "orders" USING btree ("company_id","imported_as") WHERE imported_as is not null;--> statement-breakpoint
CREATE INDEX "orders_words" ON "orders" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_key" ON "saved_filters" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("company_id","sort_name","id","is_active");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("company_id","base_price_cents","id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "products_sku" ON "products" USING btree ("company_id",lower("sku"));--> statement-breakpoint
CREATE UNIQUE INDEX "products_shopify" ON "products" USING btree ("company_id","shopify_product_id") WHERE shopify_product_id is not null;--> statement-breakpoint
CREATE INDEX "products_pictures" ON "products" USING btree ("company_id","id") WHERE shopify_picture is not null
  and shopify_picture is distinct from shopify_picture_taken
  and (photo_url is null or photo_url = shopify_photo_url);--> statement-breakpoint
CREATE INDEX "products_words" ON "products" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_user_key" ON "email_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_contact_key" ON "email_confirmations" USING btree ("company_id",lower("email")) WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shopify_logs_company" ON "shopify_logs" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "shopify_logs_order" ON "shopify_logs" USING btree ("company_id","order_id","id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "shopify_logs_operation" ON "shopify_logs" USING btree ("operation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "shopify_operations_open" ON "shopify_operations" USING btree ("company_id","entity_type","entity_id") WHERE state in ('queued', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX "shopify_operations_due" ON "shopify_operations" USING btree ("next_try_at","id") WHERE state in ('queued', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX "shopify_operations_failed" ON "shopify_operations" USING btree ("company_id","id") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "shopify_operations_of" ON "shopify_operations" USING btree ("company_id","entity_type","entity_id","id");--> statement-breakpoint
CREATE INDEX "shopify_stores_address" ON "shopify_stores" USING btree ("address");--> statement-breakpoint
CREATE INDEX "shopify_webhooks_waiting" ON "shopify_webhooks" USING btree ("created_at") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "time_slots_starts" ON "time_slots" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "time_slots_time_key" ON "time_slots" USING btree ("event_id","slot_date","start_time","end_time");--> statement-breakpoint
CREATE INDEX "order_form_templates_company" ON "order_form_templates" USING btree ("company_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "order_template_products_of" ON "order_template_products" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_public_id_key" ON "waitlist_entries" USING btree ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_once" ON "waitlist_entries" USING btree ("event_id",coalesce("time_slot_id", 0),coalesce("slot_date", '-infinity'::date),lower("attendee_email")) WHERE status in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waitlist_entries_next" ON "waitlist_entries" USING btree ("event_id","rank","id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_waiting" ON "waitlist_entries" USING btree ("event_id","rank","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "waitlist_entries_slot" ON "waitlist_entries" USING btree ("time_slot_id") WHERE time_slot_id is not null;--> statement-breakpoint
CREATE INDEX "waitlist_entries_attendee" ON "waitlist_entries" USING btree (lower("attendee_email"),"created_at");--> statement-breakpoint
CREATE INDEX "waitlist_entries_network" ON "waitlist_entries" USING btree ("network_hash","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_offers_open" ON "waitlist_offers" USING btree ("entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "waitlist_offers_entry" ON "waitlist_offers" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "waitlist_offers_slot" ON "waitlist_offers" USING btree ("time_slot_id");--> statement-breakpoint
CREATE INDEX "waitlist_offers_due" ON "waitlist_offers" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
ALTER TABLE "time_slots" SET (fillfactor = 80);--> statement-breakpoint
CREATE FUNCTION "refuse_change" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- An erasure blanks who an entry is about and what was changed (docs/decisions/034); all else of it stays as it was.
	IF TG_OP = 'UPDATE' AND current_setting('trunkshow.erasing', true) = 'on'
		AND to_jsonb(NEW) - 'subject_name' - 'changes' = to_jsonb(OLD) - 'subject_name' - 'changes' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER "activity_log_append_only" BEFORE UPDATE OR DELETE ON "activity_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change" ();--> statement-breakpoint
-- Seconds until a network may book this event again, 0 where it may now: within so many seconds it gets a share of the
-- spots still to come, and no fewer than `minimum`. It counts the spots of bookings, since a booking can take several
-- (decision 051). Rivals of one network wait for each other here, and each query of a volatile function sees what they
-- stored meanwhile. A connection that planned these queries while the table was empty does not count all of an event's
-- bookings: `event_id + 0` leaves only the index on the network (decision 031).
CREATE FUNCTION network_wait(event integer, network text, minimum integer, share integer, seconds integer) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  within_time interval := make_interval(secs => seconds);
  made integer;
  allowed integer := minimum;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('bookings of ' || event || ' by ' || network, 0));
  SELECT coalesce(sum(spots), 0) INTO made FROM bookings
    WHERE network_hash = network AND event_id + 0 = event AND created_at > now() - within_time;
  IF made < allowed THEN RETURN 0; END IF;
  -- A time slot has a spot or more, so these many slots tell whether one more is allowed.
  SELECT greatest(allowed, sum(total_slots) / share) INTO allowed FROM (
    SELECT total_slots FROM time_slots
    WHERE event_id = event AND is_available AND starts_at > now() LIMIT share * (made + 1)
  ) AS slots;
  IF made < allowed THEN RETURN 0; END IF;
  -- It may book again once the newest bookings that fill the share are too old to count.
  RETURN (SELECT greatest(1, ceil(extract(epoch FROM created_at + within_time - now()))) FROM (
      SELECT created_at, sum(spots) OVER (ORDER BY created_at DESC, id DESC) AS spots_since FROM bookings
      WHERE network_hash = network AND event_id + 0 = event AND created_at > now() - within_time
    ) AS recent WHERE spots_since >= allowed ORDER BY created_at DESC LIMIT 1);
END $$;--> statement-breakpoint
-- The two are those of contract/zones.ts, by the rules in "time_zones". Null for a zone that is not there.
CREATE FUNCTION wall_clock(at timestamptz, zone text) RETURNS timestamp
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT at AT TIME ZONE 'UTC' + offsets[width_bucket(at, changes) + 1] * interval '1 minute'
  FROM time_zones WHERE name = zone
$$;--> statement-breakpoint
-- A time that the clocks skip counts by the offset before the change, and of one that they repeat, the second.
CREATE FUNCTION instant_of(wall timestamp, zone text) RETURNS timestamptz
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT (wall - offsets[width_bucket(wall, walls) + 1] * interval '1 minute') AT TIME ZONE 'UTC'
  FROM time_zones WHERE name = zone
$$;--> statement-breakpoint
-- A row that comes with its instant is one that is restored from a backup.
CREATE FUNCTION set_slot_instant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NEW.starts_at IS NULL THEN
    NEW.starts_at := instant_of(NEW.slot_date + NEW.start_time, NEW.time_zone);
    NEW.on_clock := wall_clock(NEW.starts_at, NEW.time_zone) = NEW.slot_date + NEW.start_time;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "time_slots_instant" BEFORE INSERT OR UPDATE OF slot_date, start_time, time_zone ON "time_slots"
FOR EACH ROW EXECUTE FUNCTION set_slot_instant();
