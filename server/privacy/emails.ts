import { dataRequest } from './emails/write-data-request.tsx'
import { guestData } from './emails/write-guest-data.tsx'

export const privacyEmails = { guest_data: guestData, data_request_notice: dataRequest }
