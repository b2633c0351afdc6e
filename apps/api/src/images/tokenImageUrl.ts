import type { Caller } from '../doors.ts'

/** URL of a token's picture, as the caller reaches this server. */
export const tokenImageUrl = ({ baseUrl, project }: Caller, symbol: string): string =>
  `${baseUrl}/public/getTokenImage/${encodeURIComponent(symbol)}?projectId=${encodeURIComponent(project.id)}`
