import type { Caller } from '../doors.ts'

/** Returns the URL of a token's image on this server, as reached by the caller. */
export const tokenImageUrl = ({ baseUrl, project }: Caller, symbol: string): string =>
  `${baseUrl}/public/getTokenImage/${encodeURIComponent(symbol)}?projectId=${encodeURIComponent(project.id)}`
