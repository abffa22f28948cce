// Pictures that come with the page, such as impact maps.

import * as state from "../state";

export function Media() {
  const media = state.model.view.media ?? [];
  const images = media.map((medium, index) => ({ medium, index })).filter(({ medium }) => medium.mime.startsWith("image/"));
  if (!images.length) return null;
  return (
    <section class="media">
      <h3>{state.model.view.kind === "particles" ? "Impact maps" : "Pictures"}</h3>
      {images.map(({ medium, index }) => (
        <figure>
          <img src={state.model.mediaUrl(index)} alt={medium.name} />
          <figcaption>{medium.name}</figcaption>
        </figure>
      ))}
    </section>
  );
}
