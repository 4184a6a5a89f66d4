ALTER TABLE "users" ADD COLUMN "known_networks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "known_networks" = "known"."networks" FROM (
  SELECT "user_id", (array_agg("network_hash" ORDER BY "last_seen" DESC))[1:20] AS "networks"
  FROM (SELECT "user_id", "network_hash", max("last_seen_at") AS "last_seen" FROM "sessions" WHERE "network_hash" <> '' GROUP BY 1, 2) AS "latest"
  GROUP BY 1
) AS "known" WHERE "users"."id" = "known"."user_id";
