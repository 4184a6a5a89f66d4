import { guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { endOf, hoursOn } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { eventImages, previewImageOf } from '@trunkshow/contract/images.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { CancelPage, CompanyHead, EventPage, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import { wallToInstant } from '@trunkshow/contract/zones.ts'

export interface PageHead {
  title: string
  /** `name` to `content`. */
  meta: Record<string, string>
  /** `property` to `content`, for previews of shared links. */
  openGraph: Record<string, string>
  /** The canonical URL of content that has several. */
  canonical?: string
  /** Structured data of a public event (schema.org). */
  jsonLd?: object
}

const DESCRIPTION_LENGTH = 160
const PRODUCT = 'Trunkshow'

/** Hidden from search engines; a link with a token isn't sent to other sites as referrer either. */
const unlisted = { robots: 'noindex' }
const tokenPage = { ...unlisted, referrer: 'same-origin' }

function describeEvent(event: Event) {
  const dates = formatDateRange(event.eventDate, event.isMultiDay ? event.endDate : null)
  const text = `${dates}, hosted by ${event.hostName}. ${event.description}`.replace(/\s+/g, ' ').trim()
  return text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH - 1).trimEnd()}…` : text
}

function describeForSearch(event: Event, publicUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: event.description || undefined,
    startDate: wallToInstant(
      event.eventDate,
      hoursOn(event, event.eventDate).startTime,
      event.zone,
    ).toISOString(),
    endDate: endOf(event).toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: event.location
      ? { '@type': 'Place', name: event.hostName, address: event.location }
      : undefined,
    organizer: { '@type': 'Organization', name: event.hostName },
    image: event.bannerUrl ? new URL(event.bannerUrl, publicUrl).href : undefined,
    url: new URL(paths.event(event.urlSlug), publicUrl).href,
  }
}

/** The picture of a preview: many programs that make one show no WebP (decision 068). */
function describeImage(bannerUrl: string, publicUrl: string): Record<string, string> {
  const image = previewImageOf(bannerUrl, eventImages.banner)
  if (!image) return {}
  return {
    'og:image': new URL(image.url, publicUrl).href,
    'og:image:type': 'image/jpeg',
    'og:image:width': String(image.width),
  }
}

/** Pages with other dates (decision 033) are the same event, so search engines index only the first. */
function describeEventPage({ event, date, dateGone }: EventPage, publicUrl: string, site: string): PageHead {
  const description = describeEvent(event)
  const canonical = new URL(paths.event(event.urlSlug), publicUrl).href
  return {
    title: `${event.name} · ${event.hostName}`,
    meta: {
      description,
      'twitter:card': event.bannerUrl ? 'summary_large_image' : 'summary',
      ...((!event.isPublic || date || dateGone) && unlisted),
    },
    canonical,
    ...(event.isPublic && { jsonLd: describeForSearch(event, publicUrl) }),
    openGraph: {
      ...describePreview(site, event.name, description, canonical),
      ...(event.bannerUrl && describeImage(event.bannerUrl, publicUrl)),
    },
  }
}

function describeShows(company: CompanyHead, name: string, path: string, publicUrl: string): PageHead {
  const canonical = new URL(path, publicUrl).href
  const description = `Trunk shows by ${company.name}. Choose a show and book your appointment online.`
  return {
    title: name === company.name ? `Trunk Shows by ${name}` : `${name} · ${company.name}`,
    meta: { description },
    canonical,
    openGraph: describePreview(company.name, name, description, canonical),
  }
}

const describePreview = (site: string, title: string, description: string, url: string) => ({
  'og:type': 'website',
  'og:site_name': site,
  'og:title': title,
  'og:description': description,
  'og:url': url,
})

function titleOfCancel({ answer }: CancelPage) {
  if (!answer) return 'Cancel appointment'
  if ('success' in answer) return 'Booking Cancelled Successfully'
  return answer.unchanged ? 'Your appointment is unchanged' : 'Appointment not canceled'
}

const titlesOfData = {
  ask: 'Your data',
  sent: 'Check your email',
  open: 'Your data',
  deleted: 'Your data was deleted',
  expired: 'This link has expired',
} as const

/**
 * Title and meta elements of a page. The result of a plain post comes first in the title, since it is read first.
 *
 * @param site whose page it is: the company's name, once it has one
 */
export function describePage(content: VisitorPage, publicUrl: string, site = PRODUCT): PageHead {
  const plain = (title: string, meta: Record<string, string> = unlisted) => ({
    title: `${title} · ${site}`,
    meta,
    openGraph: {},
  })
  switch (content.page) {
    case 'landing':
      return plain('Available Trunk Shows', {
        description: 'Browse upcoming trunk shows and book your appointment online.',
      })
    case 'company': {
      const { company } = content
      return describeShows(company, company.name, paths.company(company.urlSlug), publicUrl)
    }
    case 'tour': {
      const { company, tour } = content
      return describeShows(company, tour.name, paths.tour(company.urlSlug, tour.urlSlug), publicUrl)
    }
    case 'event': {
      const head = describeEventPage(content, publicUrl, site)
      const result =
        (content.booked && 'Booking Confirmed · ') ||
        (content.refused && `${guestBookingMessages.bookFailedTitle} · `) ||
        ''
      return { ...head, title: result + head.title }
    }
    case 'booking': {
      const result = content.rescheduled ? 'Booking Rescheduled' : 'Your appointment'
      return plain(
        content.refused ? 'Error Rescheduling Booking' : `${result} · ${content.event.name}`,
        tokenPage,
      )
    }
    case 'cancel':
      return plain(titleOfCancel(content), tokenPage)
    case 'my-data':
      return plain(titlesOfData[content.stage], tokenPage)
    case 'confirm-email':
      return plain(content.confirmed ? 'Email confirmed' : 'Confirm your email', tokenPage)
    case 'booking-alerts':
      return plain(content.kind === 'notices' ? 'Booking alerts' : 'Thank-you emails', tokenPage)
    case 'join-waitlist':
      return plain(content.joined ? 'You’re on the waitlist' : 'Join the waitlist')
    case 'waitlist':
      return plain(content.offer ? 'A spot opened up' : 'Your place on the waitlist', tokenPage)
    case 'order':
      return plain(content.snapshot.proposed.order, tokenPage)
    case 'pay':
      return plain(content.came ? 'Your payment' : `Pay ${content.order}`, tokenPage)
    case 'practice-pay':
      return plain('Practice payment', tokenPage)
    case 'help':
      return plain(`Help for ${content.topic}`)
    case 'closed-link':
      return plain('Email not confirmed', tokenPage)
    case 'not-found':
      return plain('Page Not Found')
    case 'failed':
      return plain('Something went wrong')
  }
}
