import type { Endpoint } from '@foyer/protocol'
import { defineRoute, type Route, type RouteRequest } from '@foyer/server'
import { type Caller, ofProject } from '../doors.ts'
import type { Services } from '../services.ts'
import { type ImageFile, imageResponse } from './imageFile.ts'

/** A route that answers with an image, or with 304 to a browser that has it. */
export const defineImageRoute = <const endpoint extends Endpoint>(
  endpoint: endpoint,
  find: (request: RouteRequest<endpoint, Caller>, services: Services) => Promise<ImageFile>,
  options: Parameters<typeof defineRoute<endpoint, Services, Caller>>[3] = {},
): Route<Services> =>
  defineRoute(
    endpoint,
    ofProject,
    async (request, services) =>
      imageResponse(await find(request, services), request.caller.ifNoneMatch),
    options,
  )
