import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import * as v from 'valibot'
import { type SiteConfig, siteConfig } from '../siteConfig.ts'
import { builtPageFolder } from './buildPage.ts'
import { createApp } from './createApp.ts'
import { readPageFiles } from './pageFiles.ts'
import type { Facilitator } from './shop/createForecast.ts'

/** A running server. */
export type Site = {
  /** URL for browsers: `http://site.localhost:4000`. */
  readonly url: string
  readonly port: number
  /** Finishes running requests, then stops. */
  stop(): Promise<void>
}

/** Time for running answers to finish on stop, ms. */
const stopGraceMs = 2000

/**
 * Starts the server of the demo site.
 *
 * @throws Error if the page is not built, the port is in use, or an option is malformed
 */
export async function start({
  connectOrigins,
  facilitator,
  host = '127.0.0.1',
  name = 'site.localhost',
  origin,
  port,
  ...config
}: start.Options): Promise<Site> {
  if (!existsSync(join(builtPageFolder, 'index.html'))) {
    throw new Error('The page is not built. Run "npm run build -w apps/site" first.')
  }
  const files = await readPageFiles(builtPageFolder)
  const checked = v.parse(siteConfig, { ...config, hasForecast: facilitator !== undefined })
  // Known once the port is: sign-ins name the site's origin.
  let app: ReturnType<typeof createApp> | undefined
  const answer = (request: Request) =>
    app?.fetch(request) ?? new Response('The server is starting.', { status: 503 })
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const starting = serve({ fetch: answer, hostname: host, port }, () => {
      starting.off('error', reject)
      resolve(starting)
    })
    starting.once('error', reject)
  })
  const { port: boundPort } = server.address() as AddressInfo
  app = createApp({
    config: checked,
    connectOrigins,
    facilitator,
    files,
    origin: origin ?? `http://${name}:${boundPort}`,
  })
  return {
    url: `http://${name}:${boundPort}`,
    port: boundPort,
    stop: () =>
      new Promise((resolve, reject) => {
        const cut = setTimeout(() => {
          if ('closeAllConnections' in server) server.closeAllConnections()
        }, stopGraceMs)
        server.close((error) => {
          clearTimeout(cut)
          if (error) reject(error)
          else resolve()
        })
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      }),
  }
}

export declare namespace start {
  type Options = SiteConfig & {
    /** 0 for a free port. */
    port: number
    /** @default '127.0.0.1' */
    host?: string | undefined
    /** The host name in browsers, which every project of the api must list. @default 'site.localhost' */
    name?: string | undefined
    /** Where browsers find the site, behind a proxy. @default from `name` and the port */
    origin?: string | undefined
    /** More origins that the pages may call. @default [] */
    connectOrigins?: readonly string[] | undefined
    /** Makes the payments for the shop's forecast. Without one it is not sold. */
    facilitator?: Facilitator | undefined
  }
}
