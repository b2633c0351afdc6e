import { type Door, lightBudget } from '@foyer/server'
import type { Services } from '../services.ts'
import type { OnrampEvent } from './onrampProvider.ts'

/** For webhooks of providers: their signature is the only proof of who calls, so no project is named. */
export const ofProvider: Door<Services, { readonly name: string; readonly event: OnrampEvent }> = {
  async admit(c, { onramp, publicUrl }, readBody) {
    const name = c.req.param('provider') ?? ''
    const { origin, pathname } = new URL(c.req.url)
    const event = await onramp.readWebhook(name, {
      bytes: await readBody(),
      url: (publicUrl ?? origin) + pathname,
      header: (header) => c.req.header(header),
    })
    return { name, event }
  },
  budget: (limits) => ({
    ...lightBudget(limits),
    bodyBytes: limits.onrampWebhookBytes,
    callsPerMinute: limits.onrampWebhooksPerMinute.limit,
  }),
}
