ALTER TABLE "companies" ADD COLUMN "code_from_cents" bigint;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "lets_price_fall" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "asks_deposit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "proposal_answers" ADD COLUMN "drawing" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "code_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "code_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER "proposals_frozen" ON "proposals";--> statement-breakpoint
CREATE TRIGGER "proposals_frozen" BEFORE UPDATE ON "proposals"
FOR EACH ROW EXECUTE FUNCTION keep_row('snapshot', 'user_id', 'recipient', 'seen_at', 'answer', 'is_ended', 'codes', 'code_at', 'code_tries');--> statement-breakpoint
DROP TRIGGER "proposal_answers_frozen" ON "proposal_answers";--> statement-breakpoint
CREATE TRIGGER "proposal_answers_frozen" BEFORE UPDATE ON "proposal_answers"
FOR EACH ROW EXECUTE FUNCTION keep_row('name', 'wish', 'network', 'browser', 'drawing');
