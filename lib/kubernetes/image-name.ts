import { shortVersion } from './gateway-version';

const PART = '[a-z0-9]+(?:(?:\\.|__?|-+)[a-z0-9]+)*';

/** `registry.example.com:5000/shop/pets:1.2@sha256:…`, in lower case but for the tag. @see https://pkg.go.dev/github.com/distribution/reference */
export const IMAGE_NAME = new RegExp(`^(?:[a-z0-9][-a-z0-9.]*(?::\\d{1,5})?/)?${PART}(?:/${PART})*(?::\\w[\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`);

/** The tag of an image; undefined for one without. A digest is none. */
export function tagOf(image: string): string | undefined {
  const [name = ''] = image.slice(image.lastIndexOf('/') + 1).split('@');
  return name.split(':')[1];
}

/** The image with the version of the gateway as its tag, unless it has a tag or digest. */
export function taggedImage(image: string, version: string): string {
  return image.includes('@') || tagOf(image) !== undefined ? image : `${image}:${shortVersion(version)}`;
}
