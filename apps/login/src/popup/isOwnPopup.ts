/** Returns whether a window is a top-level page of this origin, opened by the page that embeds this frame. */
export const isOwnPopup = (source: Window, path: RegExp): boolean =>
  source.top === source && source.opener === window.parent && showsPage(source, path)

/** Returns whether a window still shows this page of this origin. */
export function showsPage(popup: Window, path: RegExp): boolean {
  try {
    return !popup.closed && path.test(popup.location.pathname)
  } catch {
    // Throws when the window has navigated to another origin.
    return false
  }
}
