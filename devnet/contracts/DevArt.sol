// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// Pictures of a harbour at night (ERC-721), drawn by the contract itself. Anyone may mint.
contract DevArt is ERC721 {
    using Strings for uint256;

    constructor() ERC721("Harbour Lights", "LIGHTS") {}

    function mint(address to, uint256 tokenId) external {
        _mint(to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        string memory json = string.concat(
            '{"name":"Harbour Lights #', tokenId.toString(),
            '","description":"A harbour at night, drawn on the devnet.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(_draw(tokenId))), '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    function _draw(uint256 tokenId) private pure returns (string memory) {
        uint256 seed = uint256(keccak256(abi.encode(tokenId)));
        uint256 hue = seed % 360;
        string memory lights = "";
        for (uint256 index = 0; index < 9; index++) {
            uint256 place = (seed >> (16 + 8 * index)) % 256;
            lights = string.concat(lights, _light(24 + 42 * index + place % 18, 12 + place % 60));
        }
        return string.concat(
            _sky(hue),
            '<circle cx="', (90 + (seed >> 100) % 220).toString(),
            '" cy="', (70 + (seed >> 110) % 70).toString(),
            '" r="', (24 + (seed >> 120) % 20).toString(),
            '" fill="#fff4d6"/>',
            _hills(hue), lights, "</svg>"
        );
    }

    function _sky(uint256 hue) private pure returns (string memory) {
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(',
            hue.toString(), ',48%,17%)"/><stop offset="1" stop-color="hsl(', ((hue + 45) % 360).toString(),
            ',62%,64%)"/></linearGradient></defs><rect width="400" height="400" fill="url(#sky)"/>'
        );
    }

    function _hills(uint256 hue) private pure returns (string memory) {
        return string.concat(
            '<path d="M0 236q60-56 120-12t130-26 150 26v90H0z" fill="hsl(', hue.toString(), ',36%,27%)"/>',
            '<path d="M0 262q90-34 180-6t220-14v60H0z" fill="hsl(', hue.toString(), ',40%,19%)"/>',
            '<path d="M0 292h400v108H0z" fill="hsl(', hue.toString(), ',46%,12%)"/>'
        );
    }

    function _light(uint256 x, uint256 length) private pure returns (string memory) {
        return string.concat(
            '<circle cx="', (x + 2).toString(), '" cy="282" r="4" fill="#ffd479"/><rect x="', x.toString(),
            '" y="296" width="4" height="', length.toString(), '" rx="2" fill="#ffd479" opacity=".45"/>'
        );
    }
}
