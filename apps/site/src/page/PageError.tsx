/** Shown if the page can not read the options in its URL. */
export function PageError({ error }: { error: unknown }) {
  return (
    <main className="page-error" role="alert">
      <h1>We can’t read this link.</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>
        <a href={location.pathname}>Open the page without options</a>
      </p>
    </main>
  )
}
