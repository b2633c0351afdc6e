import { formatUnits } from '@foyer/protocol'
import { html } from 'hono/html'
import type { CardOrder } from './cardOrders.ts'
import { type CardEntry, type CardRefusal, testCards } from './checkCard.ts'

type Html = ReturnType<typeof html>

const page = (title: string, content: Html, refreshes = false) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshes ? html`<meta http-equiv="refresh" content="1">` : ''}
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/card.css">
</head>
<body>
<main>${content}</main>
</body>
</html>
`

/** `$50.00`. */
const money = (cents: bigint, currency: string) =>
  `${formatUnits(cents / 100n, 0)}.${String(cents % 100n).padStart(2, '0')} ${currency}`

function summary({ address, quote }: CardOrder): Html {
  const { asset, currency, delivered, fee, networkFee, total } = quote
  return html`<dl>
<div><dt>You get</dt><dd>${formatUnits(delivered, asset.decimals)} ${asset.id}</dd></div>
<div><dt>Network</dt><dd>${asset.networkName}</dd></div>
<div><dt>Fees, included</dt><dd>${money(fee + networkFee, currency)}</dd></div>
<div class="total"><dt>You pay</dt><dd>${money(total, currency)}</dd></div>
<div class="whole"><dt>To</dt><dd class="address">${address}</dd></div>
</dl>`
}

function field(
  { hint, label, name, placeholder }: Record<'hint' | 'label' | 'name' | 'placeholder', string>,
  value: string,
  refusal: CardRefusal | undefined,
): Html {
  const isWrong = refusal?.field === name
  return html`<label>${label}
<input name="${name}" value="${value}" placeholder="${placeholder}" inputmode="${name === 'expiry' ? 'text' : 'numeric'}" autocomplete="off" maxlength="24" required aria-invalid="${isWrong ? 'true' : 'false'}" aria-describedby="${name}-said">
<span id="${name}-said" class="${isWrong ? 'wrong' : 'hint'}">${isWrong ? refusal.text : hint}</span></label>`
}

const noEntry: CardEntry = { number: '', expiry: '', cvc: '' }

/** The form. The card's number is never written back. */
export function drawForm(
  order: CardOrder,
  { entry = noEntry, refusal }: { entry?: CardEntry; refusal?: CardRefusal | undefined } = {},
): Html {
  const path = `/pay/${order.token}`
  return page(
    'Pay by test card',
    html`<h1>Pay by test card</h1>
<p class="note">For development. Never enter a real card: use ${testCards.accepted}.</p>
${summary(order)}
${refusal && !refusal.field ? html`<p class="alert" role="alert">${refusal.text}</p>` : ''}
<form method="post" action="${path}">
${field({ name: 'number', label: 'Card number', placeholder: '4242 4242 4242 4242', hint: '' }, '', refusal)}
<div class="pair">
${field({ name: 'expiry', label: 'Expires', placeholder: 'MM/YY', hint: '' }, entry.expiry, refusal)}
${field({ name: 'cvc', label: 'Security code', placeholder: '123', hint: '' }, '', refusal)}
</div>
<button>Pay ${money(order.quote.total, order.quote.currency)}</button>
</form>
<form method="post" action="${path}/cancel"><button class="quiet">Cancel</button></form>`,
  )
}

const words = {
  paying: ['Sending your coins', 'This takes a moment.'],
  paid: ['Paid', 'Your coins are in your wallet. You can close this window.'],
  failed: ['Not paid', 'The purchase was cancelled. Nothing was charged.'],
  expired: ['Expired', 'This purchase was not paid in time. Start again on the site.'],
} as const

/** The outcome. */
export function drawEnd(order: CardOrder, state: keyof typeof words): Html {
  const [title, text] = words[state]
  return page(
    title,
    html`<h1>${title}</h1>
<p role="status">${text}</p>
${summary(order)}
${order.hash ? html`<p class="address hash">${order.hash}</p>` : ''}
${order.redirectUrl && state !== 'paying' ? html`<a class="button" href="${order.redirectUrl}" rel="noreferrer">Back to the site</a>` : ''}`,
    state === 'paying',
  )
}

/** A link that does not exist, or was opened in another browser. */
export const drawRefused = (text: string): Html =>
  page('Not available', html`<h1>Not available</h1><p>${text}</p>`)
