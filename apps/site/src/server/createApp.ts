import { type Context, Hono } from 'hono'
import { type SiteConfig, siteConfigElementId } from '../siteConfig.ts'
import { contentPolicy } from './contentPolicy.ts'
import { createClub } from './createClub.ts'
import { createMembers } from './createMembers.ts'
import { makePageFile, type PageFile } from './pageFiles.ts'
import { createForecast, type Facilitator } from './shop/createForecast.ts'
import { createShop } from './shop/createShop.ts'

/** Placeholder for the config in a page's HTML. */
const configMarker = '<!--site-config-->'

/** The whole server as a value, so that tests call `app.request(…)` without a socket. */
export function createApp({
  config,
  connectOrigins,
  facilitator,
  files,
  origin = 'http://site.localhost',
}: createApp.Options): Hono {
  const app = new Hono()
  const policies = {
    self: contentPolicy(config, { styles: 'self', connectOrigins }),
    none: contentPolicy(config, { styles: 'none', connectOrigins }),
  }
  const pages = new Map(
    [...files]
      .filter(([path]) => path.endsWith('.html'))
      .map(([path, file]) => [path, withConfig(path, file, config)]),
  )

  app.use(async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    // A popup of a wallet or login must keep its opener.
    c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  })
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/', createMembers({ config, origin }))
  if (config.loginUrl) app.route('/club', createClub({ audience: config.loginUrl, origin }))
  if (config.shopAccounts) app.route('/shop', createShop(config, config.shopAccounts))
  if (facilitator) app.route('/paid', createForecast(config, facilitator))
  app.on(['GET', 'HEAD'], '*', (c) => {
    const path = c.req.path === '/' ? '/index.html' : c.req.path
    const file = pages.get(path) ?? files.get(path)
    if (!file) return c.text('There is nothing at this address.', 404)
    if (pages.has(path)) {
      c.header('Content-Security-Policy', policies[path === '/plain.html' ? 'none' : 'self'])
    }
    return sendFile(c, file)
  })
  return app
}

export declare namespace createApp {
  type Options = {
    config: SiteConfig
    /** The built page. */
    files: ReadonlyMap<string, PageFile>
    /** Where browsers find the site; sign-ins must name it. @default 'http://site.localhost' */
    origin?: string | undefined
    /** More origins that the pages may call. @default [] */
    connectOrigins?: readonly string[] | undefined
    /** Makes the payments for the shop's forecast. Without one it is not sold. */
    facilitator?: Facilitator | undefined
  }
}

/** Writes the config into a page as a data block, which is no script and needs no permission. */
function withConfig(path: string, file: PageFile, config: SiteConfig): PageFile {
  // Escape `<`, which could close the block.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="${siteConfigElementId}">${json}</script>`
  const html = Buffer.from(file.body).toString()
  if (!html.includes(configMarker)) throw new Error(`${path} has no ${configMarker}`)
  return makePageFile(
    path,
    html.replace(configMarker, () => block),
  )
}

function sendFile(c: Context, file: PageFile): Response {
  c.header('ETag', file.etag)
  c.header(
    'Cache-Control',
    file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  )
  if (c.req.header('If-None-Match')?.includes(file.etag)) return c.body(null, 304)
  c.header('Content-Type', file.type)
  const accepted = c.req.header('Accept-Encoding') ?? ''
  if (Object.keys(file.encoded).length > 0) c.header('Vary', 'Accept-Encoding')
  for (const coding of ['br', 'gzip'] as const) {
    const body = file.encoded[coding]
    if (!body || !new RegExp(`\\b${coding}\\b`).test(accepted)) continue
    c.header('Content-Encoding', coding)
    return c.body(body)
  }
  return c.body(file.body)
}
