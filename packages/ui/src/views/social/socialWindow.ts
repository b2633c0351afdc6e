/** The window of a login. Not the window itself: React reads into the data of a view, which another origin's window refuses. */
export type OpenedWindow = {
  readonly close: () => void
  readonly goTo: (uri: string) => void
  readonly isClosed: () => boolean
  /** True if a message came from it. */
  readonly isSource: (source: unknown) => boolean
}

/** The window of a login at a provider; or why there is none: `leave`: this page goes itself. */
export type SocialWindow = OpenedWindow | 'blocked' | 'leave' | 'webview'
