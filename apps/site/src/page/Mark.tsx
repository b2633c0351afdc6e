/** The logo of Foyer: three nested arches. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-outer" d="M3 29V15.5a13 13 0 0 1 26 0V29z" />
      <path className="mark-middle" d="M7.5 29V16a8.5 8.5 0 0 1 17 0v13z" />
      <path className="mark-light" d="M12 29V17a4 4 0 0 1 8 0v12z" />
    </svg>
  )
}
