import { type Call, type HttpApp, HttpError } from '@foyer/server'
import * as v from 'valibot'
import type { Boot } from '../../boot.ts'
import type { Services } from '../services.ts'
import { documentHtml } from './documentHtml.ts'
import { documentHeaders, strictTransport } from './headers.ts'
import { languageOf } from './languageOf.ts'
import { undoPage } from './undoPage.ts'

const projectId = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/))

/** The documents of the login origin and the files that they name. */
export function servePages(app: HttpApp, services: Services): void {
  const { loginOrigin, pages } = services
  for (const document of ['popup', 'security', 'export'] as const)
    app.get(`/${document}`, (c) => {
      c.set('route', `/${document}`)
      const html = documentHtml(bootOf(services, document), pages, languageOf(c))
      return c.html(html, 200, documentHeaders(services, { document }))
    })
  app.get('/frame', async (c) => {
    c.set('route', '/frame')
    // Set first, so that no error answer can be embedded either.
    setHeaders(c, documentHeaders(services, { document: 'frame' }))
    const { ancestors, project } = await readEmbedder(services, c)
    const boot = { ...bootOf(services, 'frame'), project }
    return c.html(
      documentHtml(boot, pages, languageOf(c)),
      200,
      documentHeaders(services, { document: 'frame', ancestors }),
    )
  })
  app.get('/undo', (c) => {
    c.set('route', '/undo')
    const { hashes, html } = undoPage(languageOf(c))
    return c.html(html, 200, documentHeaders(services, { document: 'undo', inline: hashes }))
  })
  for (const [src, { bytes, type }] of pages.files)
    app.get(src, (c) => {
      c.set('route', '/assets')
      return c.body(bytes, 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        ...strictTransport(loginOrigin),
      })
    })
  app.get('/favicon.ico', (c) => {
    c.set('route', '/favicon.ico')
    return c.body(null, 204)
  })
}

const setHeaders = (c: Call, headers: Record<string, string>) => {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}

function bootOf({ networks, pages, vaultOrigin }: Services, document: Boot['document']): Boot {
  return { document, vaultUrl: vaultOrigin, parts: pages.parts, networks }
}

/**
 * Whose frame it is, and which pages may embed it: exact origins only.
 *
 * @throws HttpError 401 'Unauthorized: invalid key'
 * @source security 3.1
 */
async function readEmbedder(
  { firstPartyProjects, projects }: Services,
  c: Call,
): Promise<{ ancestors: string[]; project: NonNullable<Boot['project']> }> {
  const pid = v.safeParse(projectId, c.req.query('pid'))
  if (!pid.success) throw new HttpError(401, 'unauthorized', 'Unauthorized: invalid key')
  const { allowedOrigins, id, isDevelopment, name } = await projects.get(pid.output)
  const exact = allowedOrigins.filter((origin) => !origin.includes('*'))
  const hasWildcard = exact.length < allowedOrigins.length
  // A project under development allows every localhost: names the requesting one, if the api allows it.
  const referrer = isDevelopment ? originOf(c.req.header('Referer')) : undefined
  const asked =
    referrer === undefined || exact.includes(referrer)
      ? undefined
      : await projects.admit(id, referrer).then(
          () => referrer,
          () => undefined,
        )
  const ancestors = asked === undefined ? exact : [...exact, asked]
  if (ancestors.length === 0)
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
  const trust =
    firstPartyProjects.has(id) && !hasWildcard ? ('first-party' as const) : ('untrusted' as const)
  return { ancestors, project: { id, name, origins: ancestors, trust } }
}

const originOf = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
