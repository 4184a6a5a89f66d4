CREATE TABLE "waitlist_offer_causes" (
	"company_id" integer NOT NULL,
	"booking_id" integer NOT NULL,
	"offer_id" integer NOT NULL,
	CONSTRAINT "waitlist_offer_causes_booking_id_offer_id_pk" PRIMARY KEY("booking_id","offer_id")
);
--> statement-breakpoint
ALTER TABLE "waitlist_offer_causes" ADD CONSTRAINT "waitlist_offer_causes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offer_causes" ADD CONSTRAINT "waitlist_offer_causes_offer_id_waitlist_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."waitlist_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waitlist_offer_causes_offer" ON "waitlist_offer_causes" USING btree ("offer_id");--> statement-breakpoint
INSERT INTO "waitlist_offer_causes" ("company_id", "booking_id", "offer_id")
SELECT offer.company_id, bookings.id, offer.id
FROM waitlist_offers AS offer
JOIN email_notifications AS mail ON mail.company_id = offer.company_id AND mail.created_at = offer.created_at
	AND mail.email_type = 'booking_cancelled_notice'
JOIN bookings ON bookings.id = mail.booking_id AND bookings.time_slot_id = offer.time_slot_id;
