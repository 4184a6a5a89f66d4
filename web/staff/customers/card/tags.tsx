import { Link } from '@tanstack/react-router'
import { tagsIn } from '@trunkshow/contract/customers/rules.ts'
import { Tag } from '../../ui/page/words.tsx'

/** A customer's tags, each of which leads to all customers with it. */
export function Tags({ tags }: { tags: string }) {
  return tagsIn(tags).map((tag) => (
    <Link key={tag} to="/customers" search={{ tag }} aria-label={`Customers tagged ${tag}`}>
      <Tag tone="accent">{tag}</Tag>
    </Link>
  ))
}
