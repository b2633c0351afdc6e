/** What stands here when the page can not be made of its address. */
export function Trouble({ error }: { error: unknown }) {
  return (
    <main className="trouble" role="alert">
      <h1>This address leads nowhere.</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>
        <a href={location.pathname}>Begin with a fresh one</a>
      </p>
    </main>
  )
}
